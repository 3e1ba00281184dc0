"""Qualification: does this installation give the numbers that it should?"""
